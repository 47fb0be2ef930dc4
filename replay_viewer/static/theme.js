// Runs before the first paint, so that a chosen theme never flashes; the rest of the page is modules.
(() => {
  const KEY = "matchfold.theme";
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const chosen = read();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const shown = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const label = () => {
      const next = shown() === "dark" ? "light" : "dark";
      button.setAttribute("aria-label", `Switch to ${next}`);
      button.title = `Switch to ${next}`;
    };
    button.addEventListener("click", () => {
      root.dataset.theme = shown() === "dark" ? "light" : "dark";
      try {
        localStorage.setItem(KEY, root.dataset.theme);
      } catch {
        // Private windows may refuse storage; the choice then lasts as long as the page.
      }
      label();
    });
    dark.addEventListener("change", label);
    label();
  });
})();
