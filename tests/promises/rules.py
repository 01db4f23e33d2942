"""The product's rules (R1–R13 of its design), as far as they are built."""

PROMISES = {
    "R1": "Whatever a widget shows is in the structured result that the model gets.",
    "R2": "What the user does in a widget is accumulated and told to the model as one value.",
    "R3": "Data tools are text only and never carry a widget; render tools take ids and search nothing.",
    "R4": "A render tool's text begins by saying that its result is shown, and says where its ids come from.",
    "R5": "The shipped catalogue is small: one tool to find, one to read, two for the shortlist, one to render.",
    "R6": "Every result is a hand-over with facts, an instruction and a reason.",
    "R7": "A widget's actions are named events told in the third person.",
    "R8": "Where the next call is clear the widget makes it itself: details open by a tool call.",
    "R9": "Ids are stable, and state has a handle that the server mints.",
    "R10": "A failure is an output: a plain message, and a widget that never leaves the user stuck.",
    "R11": "Nothing that matters travels in _meta or in an app-only tool.",
    "R12": "Results name the board, link each job to its page, and carry an apply address and the required attribution.",
    "R13": "Every logged call names the release of the texts that was served.",
}
