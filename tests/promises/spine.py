"""The spine and the handlers."""

PROMISES = {
    "CALL-1": "Every result is {output, agent_directions}; its text is the same JSON.",
    "CALL-2": "Directions come from the release, with numbers alone filled in: no listing text, no model text.",
    "CALL-3": "Bad arguments come back as one plain error that names every field.",
    "CALL-4": "An unknown tool is an error of its own; a handler's name keeps answering after a rename.",
    "CALL-5": "A handler that fails, a database that is away and a statement that takes too long give plain errors without internals.",
    "CALL-6": "A read-only call whose connection was lost is answered all the same.",
    "CALL-7": "The first result mints a shortlist handle; later calls get theirs back. Each render mints a view.",
    "CALL-8": "A call is logged as one line without free text.",
    "CALL-9": "A release published by another process is served within a second, even where no notice arrives.",
    "TOOL-1": "search_jobs finds by words and places, tells what each place meant, and counts honestly.",
    "TOOL-2": "Pay, industry, age and workplace narrow a search; unknown pay stays in and is counted.",
    "TOOL-3": "Pages follow a cursor without a gap or a double; a foreign cursor is refused plainly.",
    "TOOL-4": "Details are read by id; closed jobs say why, unknown ids suggest real ones.",
    "TOOL-5": "render_jobs shows what the model picked with its reasons; a highlight that isn't in the posting is dropped.",
    "TOOL-6": "Where the client shows no widget, render_jobs says that the list is to be written.",
    "TOOL-7": "Results are frugal: a found job takes at most about 120 tokens.",
    "TOOL-8": "A search that narrows an earlier one says so; one that finds nothing tells what each of its filters costs.",
}
