// Keeps the list of a developer's requests up to date: every two seconds it reads the page anew and puts what it does not show
// yet at the top. Without it, the link on the page has the browser load the page again.
const INTERVAL_MS = 2_000;
const INTERVAL_MS_MAX = 30_000;
/** Beyond this the list begins anew, so that a page that is left open stays small. */
const ROWS_MAX = 500;

const log = document.querySelector('[data-log]');
const news = document.querySelector('[data-news]');
const pause = document.querySelector('[data-pause]');
let isPaused = false;
let interval = INTERVAL_MS;

const rowsOf = (root) => [...root.querySelectorAll('tr[data-id]')];

/** Shows the requests of a page that was read just now; returns how many are new. */
function showNew(read) {
  const known = new Set(rowsOf(log).map(({ dataset }) => dataset.id));
  const arrived = rowsOf(read).filter(({ dataset }) => !known.has(dataset.id));
  for (const row of arrived) row.classList.add('arrived');
  const body = log.querySelector('tbody');
  // Where no row is on both there may be others in between.
  const isGap = arrived.length === rowsOf(read).length;
  if (arrived.length === 0) return 0;
  if (body === null || isGap || known.size + arrived.length > ROWS_MAX) log.replaceChildren(...read.childNodes);
  else body.prepend(...arrived);
  return arrived.length;
}

async function look() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
  if (answer.status === 404) {
    isPaused = true;
    pause.hidden = true;
    news.textContent = 'This sandbox is not open here any more.';
    return;
  }
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const count = showNew(page.querySelector('[data-log]'));
  if (count > 0) news.textContent = count === 1 ? '1 new request' : `${count} new requests`;
  else if (interval > INTERVAL_MS) news.textContent = '';
  interval = INTERVAL_MS;
}

async function follow() {
  if (!isPaused && document.visibilityState === 'visible') {
    try {
      await look();
    } catch {
      interval = Math.min(interval * 2, INTERVAL_MS_MAX);
      news.textContent = 'The sandbox does not answer; it is asked again.';
    }
  }
  setTimeout(follow, interval);
}

pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.textContent = isPaused ? 'Go on' : 'Pause';
  news.textContent = isPaused ? 'Paused' : '';
});
document.querySelector('[data-reload]').hidden = true;
pause.hidden = false;
setTimeout(follow, INTERVAL_MS);
