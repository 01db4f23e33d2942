"""What the user does in a widget, and how the server knows whose conversation it is."""

PROMISES = {
    "WACT-1": "Save is a toggle in place that keeps the focus; saved jobs are marked in the row, from every later result too.",
    "WACT-2": "Apply is reported once the link has opened, and never delays it.",
    "WACT-3": "“Continue with this job” is reported, put into the context, then said once in the third person.",
    "WACT-4": "Where a host refuses tools or messages, the widget says what to ask for, and nothing spins.",
    "WACT-5": "A host's own names of caller and conversation become pseudonyms that bind and find the shortlist, in both eras.",
    "WACT-6": "A request that a host sends again is never a repeat; the same question under another id is.",
    "WACT-7": "The gallery's samples can be saved and unsaved without touching the database.",
    "WACT-8": "In a host that drops the widget's context, get_shortlist alone returns the open job, whole.",
}
