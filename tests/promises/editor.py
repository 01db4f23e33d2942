"""The editor: what a client will read, before it does."""

PROMISES = {
    "EDIT-1": "The editor shows the exact JSON that a client gets, and inside it what differs from live, word by word.",
    "EDIT-2": "While a draft is typed the editor says what does not fit, what connected clients would feel, and what it costs.",
    "EDIT-3": "What a draft would be is shown to staff who may edit drafts, and to nobody else.",
}
