"""The views of the widgets: one job large, jobs side by side, and what holds for all of them."""

PROMISES = {
    "VIEW-1": "render_featured_job shows one job with the reason and with those passages that stand in its posting",
    "VIEW-2": "render_comparison gives each job the same facts, in the chosen order or the board's, and says which differ",
    "VIEW-3": "Every visible text of every state of every widget occurs in structuredContent, but for a committed list of labels",
    "VIEW-4": "Every field that the model gets and no view shows is known, with the reason",
    "VIEW-5": "Every state of every widget passes axe in both themes, fits into 320 px, scrolls nowhere inside, by keyboard alone",
    "VIEW-6": "Where details can't be had, Apply and the board's page are still there",
    "VIEW-7": "A posting is read and shown in the sections that its employer wrote, and no word is lost",
    "VIEW-8": "Less motion, forced colours and text from right to left are honoured",
}
