/** The live feed of one match: resumes after the last entry that was seen, and gives up only when told to. */

const WAIT_FIRST_MS = 500;
const WAIT_MAX_MS = 15_000;

/**
 * @param {object} feed
 * @param {string} feed.match
 * @param {() => string|null} feed.token
 * @param {() => number} feed.after  The seq after which entries are wanted, asked anew at each connection.
 * @param {(message: any) => void} feed.onEntries
 * @param {(state: "connecting"|"live"|"lost") => void} feed.onState
 * @param {() => Promise<boolean>} feed.mayGoOn  Asked when a feed has ended: the key may be an old one, and then
 *   there is no use in trying again.
 */
export function follow({ match, token, after, onEntries, onState, mayGoOn }) {
  /** @type {WebSocket|null} */
  let socket = null;
  let wait = WAIT_FIRST_MS;
  let stopped = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  function connect() {
    clearTimeout(timer);
    if (stopped || socket) return;
    onState("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const held = token();
    const protocols = held ? ["matchfold", `bearer.${held}`] : ["matchfold"];
    const opened = new WebSocket(`${scheme}://${location.host}/api/v1/matches/${encodeURIComponent(match)}/live?after=${after()}`, protocols);
    socket = opened;
    opened.addEventListener("message", (event) => {
      if (socket !== opened) return;
      const message = JSON.parse(event.data);
      if (message.type === "hello") {
        wait = WAIT_FIRST_MS;
        onState("live");
      } else if (message.type === "entries") onEntries(message);
    });
    opened.addEventListener("close", async () => {
      if (socket !== opened) return;
      socket = null;
      if (stopped) return;
      onState("lost");
      if (!(await mayGoOn())) return;
      if (stopped || socket) return;
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, WAIT_MAX_MS);
    });
  }

  const again = () => {
    if (document.visibilityState !== "hidden") connect();
  };
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
  connect();

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
      const open = socket;
      socket = null;
      open?.close();
    },
  };
}
