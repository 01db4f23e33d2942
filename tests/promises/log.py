"""The call log and its timeline: what is kept, for how long, and who reads it."""

PROMISES = {
    "LOG-10": "Expired shortlists, old calls and old feed runs are deleted hourly, in small statements that use an index.",
    "LOG-11": "manage.py forget deletes all that is kept of one person and says how much, or says that nothing is kept.",
    "LOG-12": "A conversation is read in the admin as it happened, also after its shortlist was swept.",
    "LOG-13": "Shortlists and calls are narrowed to errors, repeats, no widget, nothing found, slow ones, by era and client.",
    "LOG-14": "Timeline and export are for staff with the permission; they hold no handle, widget name or words of a search.",
    "LOG-15": "/readyz tells how the log stands and doesn't fail for it; rows come late where the table is away.",
    "LOG-16": "Timeline and lists are accessible, narrow and wide, light and dark, under the strict CSP.",
}
