"""When and where the feet step: clock, footholds, headings and styles."""
