"""The catalogue by its REST API (API-1 to API-6: see admin.py)."""

PROMISES = {
    "API-7": "Drafts are read, made, changed, reset, switched off and deleted by the API, held to what the admin asks of people.",
    "API-8": "A change of a draft that somebody else has changed meanwhile is refused with both versions, and neither is lost.",
    "API-9": "Publishing, approving, going back and importing by API, command line and admin leave the same rows in the audit.",
    "API-10": "Each role may do by the API what it may do in the admin, and no more; a token with read:drafts may read.",
    "API-11": "Lint, diff, releases, labels and the file are read by the API as the command line gives them.",
    "API-12": "A tool called by the API goes through the spine: the same envelope as over MCP, labels guarded, no repeats told.",
    "API-13": "Whatever a schema allows or forbids is sent to the API, as anybody: it answers as it says, and never fails.",
}
