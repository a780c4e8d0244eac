// The switches of a report: language and theme. Without this script the page is read in one language, by the system's theme.
(() => {
  const root = document.documentElement;
  const mark = (kind, value) => {
    for (const button of document.querySelectorAll(`[data-set-${kind}]`))
      button.setAttribute("aria-pressed", String(button.getAttribute(`data-set-${kind}`) === value));
  };
  const speak = (language) => {
    root.lang = root.dataset.lang = language;
    mark("lang", language);
  };
  const dress = (theme) => {
    root.dataset.theme = theme;
    mark("theme", theme);
  };
  speak(/^fr/i.test(navigator.language) ? "fr" : "en");
  mark("theme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  for (const button of document.querySelectorAll("[data-set-lang]"))
    button.addEventListener("click", () => speak(button.dataset.setLang));
  for (const button of document.querySelectorAll("[data-set-theme]"))
    button.addEventListener("click", () => dress(button.dataset.setTheme));
  document.querySelector(".switches").hidden = false;
})();
