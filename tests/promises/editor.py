"""The editor: what a client will read, before it does."""

PROMISES = {
    "EDIT-1": "The editor shows the exact JSON that a client gets, and inside it what differs from live, word by word.",
    "EDIT-2": "While a draft is typed the editor says what does not fit, what connected clients would feel, and what it costs.",
    "EDIT-3": "What a draft would be is shown to staff who may edit drafts, and to nobody else.",
    "EDIT-4": "Every page of the editor is accessible and keeps the CSP, wide and narrow, light and dark.",
    "EDIT-5": "Whoever saves a draft that somebody else has saved meanwhile is shown both versions, and neither is lost.",
    "EDIT-6": "Each text of a draft goes back, by itself, to what is live or to what was shipped; with and without scripts.",
    "EDIT-7": "The review says of each change whether it is safe, careful or breaking, and why; what breaks wants typed words.",
    "EDIT-8": "With approval on, the second person reads what would change and approves or rejects it; nobody his own.",
    "EDIT-9": "Any two of drafts, labels and releases are compared; a release keeps what it changed, and the audit who did it.",
    "EDIT-10": "Staff try any tool of the drafts or a label through the spine and see the result, its cost and the widget.",
    "EDIT-11": "For each client we know which release it last listed, whether it keeps that, and how it is made to list again.",
    "EDIT-12": "The catalogue leaves the admin as a file and comes back as drafts, once what would change has been seen.",
    "EDIT-13": "“Remote jobs only” is made in the admin without code, is listed, and can't be talked out of its fixed value.",
    "EDIT-14": "Three people of the three groups take a word from draft to live, and back, and clients of both eras follow them.",
    "EDIT-15": "Any label is pointed at any release, in the admin and on the command line; live where its diff is shown.",
}
