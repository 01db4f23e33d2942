"""The admin and the API."""

PROMISES = {
    "ADMIN-1": "Descriptions, parameters' texts, the instructions and directions changed in the admin are served once published.",
    "ADMIN-2": "Review shows every text that differs from live, old beside new, before anything is published.",
    "ADMIN-3": "A draft that does not fit the code is refused beside the field that is wrong.",
    "ADMIN-4": "A draft has a row for everything its handler has, and for nothing else.",
    "ADMIN-5": "Only those with the permission publish or move the label; others may look.",
    "ADMIN-6": "What was reviewed is what is published: drafts that changed meanwhile are shown again.",
    "ADMIN-7": "An earlier release is made live again from its page.",
    "ADMIN-8": "Staff find, hide, show and close listings, and see where each field came from.",
    "ADMIN-9": "“Refresh now” makes a feed due and tells a worker, and says so plainly where the queue is away.",
    "ADMIN-16": "A suspect size is accepted with one action, on the feed or its run, by whoever may change feeds.",
    "ADMIN-10": "The list of feeds shows each one's last run, open listings and next run; a run shows its counts and rejects.",
    "ADMIN-11": "The board's accents are refused where people could not read them.",
    "ADMIN-12": "Every admin page is accessible in light and dark, narrow and wide, and works under the strict CSP.",
    "API-1": "The API finds open listings with the tools' own search, page by page.",
    "API-2": "A closed listing answers 410 with the reason; an unknown or hidden one 404.",
    "API-3": "The API gives the live release's tools as a model reads them.",
    "API-4": "Wrong parameters are refused in plain words that name them.",
    "API-5": "The API is described by an OpenAPI schema, and by a page that needs no script.",
    "API-6": "The API is throttled, and every error has the one form.",
}
