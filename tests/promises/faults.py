"""What the endpoint says when something is wrong (docs/errors.md)."""

PROMISES = {
    "FAULT-1": "Each row of the table of faults is what the wire says: HTTP status, JSON-RPC code and words, in both eras.",
    "FAULT-2": "Wrong arguments and wrong parameters are told all at once, by field, in plain words, without a library's text.",
    "FAULT-3": "docs/errors.md is made from that table.",
    "FAULT-4": "A thousand malformed frames in twenty classes: no 5xx, no trace, each answer JSON-RPC or as the protocol says.",
}
