"""The editor: what a client will read, before it does."""

PROMISES = {
    "EDIT-1": "The editor shows the exact JSON that a client gets, and inside it what differs from live, word by word.",
}
