"""The rehearsal: two conversations that must reach their end, by the directions alone."""

PROMISES = {
    "REHEARSE-1": "`rehearse` plays both conversations to their end through the endpoint, in both eras: one render each.",
    "REHEARSE-2": "The driver's next call follows from outcome and direction: another wording is another call, none is the end.",
    "REHEARSE-3": "Every id and number that the driver passes on comes from an earlier result, and is in the database.",
    "REHEARSE-4": "With a search that carries the widget the same conversations stop after it, and the counts show what is lost.",
    "REHEARSE-5": "An endpoint that is away, and a conversation that stops short, are told in a plain sentence; exit code 1.",
    "REHEARSE-6": "The rehearsal knows no listing by heart: it passes on a demo of another seed.",
}
