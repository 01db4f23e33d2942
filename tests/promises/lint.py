"""The lint of tool texts: advice before they are published."""

PROMISES = {
    "LINT-1": "Each rule of the lint says what it should of its own bad examples, and nothing of its good ones.",
    "LINT-2": "The shipped texts leave the lint nothing to say but, at most, a note.",
    "LINT-3": "The lint's findings are complete, in stable order, and the same as JSON.",
    "LINT-5": "Descriptions that command, steer, deceive, leak or hide are caught, and plain ones are not held up.",
    "LINT-6": "The lint's documentation is made from its rules.",
    "LINT-7": "What a tool costs is measured on exactly what a client lists.",
}
