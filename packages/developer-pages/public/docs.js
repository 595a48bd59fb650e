// The copy buttons appear only where the browser has a clipboard. The commands can be selected in any case.
for (const button of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard === undefined) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    void copy(button);
  });
}

async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}

// A link to what is folded opens its fold. Browsers that do not do so by themselves are helped.
function unfold() {
  const fold = document.getElementById(location.hash.slice(1))?.closest('details');
  if (fold) fold.open = true;
}
window.addEventListener('hashchange', unfold);
unfold();

// The search reads the index that came with the page. Without JavaScript there is the list of all pages.
const SHOWN_MAX = 12;
const AROUND = 60;
const box = document.querySelector('[data-search]');
const input = document.querySelector('#search');
const results = document.querySelector('[data-results]');
const found = document.querySelector('#found');

if (globalThis.searchIndex !== undefined) {
  box.hidden = false;
  input.addEventListener('input', () => show(input.value));
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select, [contenteditable]') !== null;
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
}

function show(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length === 0 ? [] : search(words);
  results.replaceChildren(...hits.slice(0, SHOWN_MAX).map((hit) => resultOf(hit, words)));
  found.textContent = words.length === 0 ? '' : `${hits.length === 1 ? '1 section' : `${hits.length} sections`} found`;
}

/** Sections with all words; those with the words in their title come first. */
function search(words) {
  return globalThis.searchIndex
    .map((entry) => ({ ...entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

function scoreOf({ page, title, text }, words) {
  const all = `${page} ${text}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return 0;
  const inTitle = words.filter((word) => title.toLowerCase().includes(word)).length;
  const inPage = words.filter((word) => page.toLowerCase().includes(word)).length;
  return 1 + 4 * inTitle + 2 * inPage;
}

function resultOf({ page, title, href, text }, [word]) {
  const at = Math.max(0, text.toLowerCase().indexOf(word, title.length) - AROUND);
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = href;
  link.textContent = title === page ? title : `${page}: ${title}`;
  const part = document.createElement('p');
  part.className = 'quiet';
  part.textContent = `${at > 0 ? '… ' : ''}${text.slice(at, at + 2 * AROUND)} …`;
  item.append(link, part);
  return item;
}
