"""The tool catalogue: drafts, releases, labels."""

PROMISES = {
    "CAT-1": "Publishing freezes every enabled draft into one immutable, hashed release and makes it live.",
    "CAT-2": "The database itself refuses to alter or delete a release.",
    "CAT-3": "A draft that does not fit the code is refused, with every problem named by tool and field.",
    "CAT-4": "A data tool can't carry a widget.",
    "CAT-5": "A placeholder that the handler doesn't declare is refused: no listing text reaches a direction.",
    "CAT-6": "A hidden, fixed, narrowed or defaulted parameter is what a client lists and what a handler gets.",
    "CAT-7": "What a client gets holds no anyOf and no reference, and text and annotations come from the draft.",
    "CAT-8": "A handler can back several tools, without code.",
    "CAT-9": "Moving the label back serves the earlier release again.",
    "CAT-10": "A new parameter of a handler starts hidden.",
    "CAT-11": "The shipped texts compile, and are published once.",
}
