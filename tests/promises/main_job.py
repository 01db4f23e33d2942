"""The main job, end to end, as a newcomer and a client meet it."""

PROMISES = {
    "MAIN-1": "After `up`, the official client lists, searches, reads and renders in both eras, and reads the widget.",
    "MAIN-2": "A text published in the admin is what both web processes serve a second later: lists, instructions and results.",
    "MAIN-3": "The demo board is filled through the real pipeline by the real worker.",
}
