// What a reader prefers, kept in the browser between visits.

const KEY = "retrosolve";
const DEFAULTS = { values: true, theme: "auto" };

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The preferences as they are. */
export const settings = load();

/** Changes one and keeps it. */
export function keep(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}
