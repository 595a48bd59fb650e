// Sends the request of an operation's page and keeps the ids of its answer, in this tab, for the pages that take them.
const form = document.querySelector('[data-try]');
const result = document.querySelector('[data-result]');
const choice = form.querySelector('[data-choice]');
const product = form.querySelector('[name="paymentProduct"]');
const RECENT = '/v1/payments recent';
const BASKET_MAX = 2;

const kept = {
  read: (key) => JSON.parse(sessionStorage.getItem(`docs ${key}`) ?? 'null'),
  write: (key, value) => sessionStorage.setItem(`docs ${key}`, JSON.stringify(value)),
};

if (result !== null) start();

function start() {
  form.querySelector('[data-send]').hidden = false;
  fillIn();
  choice?.addEventListener('change', () => choose(choice.selectedOptions[0]));
  product?.addEventListener('change', () => {
    const { format } = product.selectedOptions[0].dataset;
    const fitting = [...(choice?.options ?? [])].find((option) => option.dataset.format === format);
    if (choice?.selectedOptions[0].dataset.format !== format && fitting !== undefined) choose(fitting);
  });
  if (choice !== null) choose(choice.selectedOptions[0]);
  else if (body() !== null) fitProduct('json');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}

/** Fields that take an id get the newest of an earlier answer; each can be changed. */
function fillIn() {
  for (const field of form.querySelectorAll('[data-carried]')) {
    const value = kept.read(field.dataset.carried);
    if (value === null || (field.tagName === 'SELECT' && ![...field.options].some((option) => option.value === value)))
      continue;
    field.value = value;
    const note = document.createElement('span');
    note.className = 'from-answer';
    note.textContent = 'Filled in from an earlier request of this tab.';
    field.after(note);
  }
  const payments = kept.read(RECENT) ?? [];
  if (form.dataset.path === '/v1/signing-baskets' && payments.length > 0) {
    body().querySelector('textarea').value = JSON.stringify({ paymentIds: payments }, null, 2);
  }
}

/** Shows one body. A body in XML needs a product in XML. */
function choose(option) {
  choice.value = option.value;
  for (const other of form.querySelectorAll('[data-body]')) other.hidden = other.dataset.body !== option.value;
  fitProduct(option.dataset.format);
}

function fitProduct(format) {
  if (product === null || product.selectedOptions[0].dataset.format === format) return;
  const fitting = [...product.options].find((other) => other.dataset.format === format);
  if (fitting !== undefined) product.value = fitting.value;
}

function body() {
  return form.querySelector('[data-body]:not([hidden])');
}

function requestOf() {
  const fields = [...form.querySelectorAll('[data-in]')].filter(({ value }) => value !== '');
  const named = (place) =>
    fields.filter(({ dataset }) => dataset.in === place).map(({ name, value }) => [name, value.trim()]);
  const path = named('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(named('query')).toString();
  const sent = bodyOf();
  const headers = [
    ['X-Request-ID', crypto.randomUUID()],
    ...named('header'),
    ...(sent ? [['Content-Type', sent.type]] : []),
  ];
  return {
    method: form.dataset.method,
    url: location.origin + path + (query && `?${query}`),
    headers,
    body: sent?.text,
  };
}

/** An authorisation may have no body: an empty field sends none. Parts are written by hand, since FormData names no type for texts. */
function bodyOf() {
  const shown = body();
  if (shown === null) return undefined;
  const parts = [...shown.querySelectorAll('textarea')];
  if (parts.every(({ value }) => value.trim() === '')) return undefined;
  const { type } = shown.dataset;
  if (!type.startsWith('multipart/')) return { type, text: parts[0].value };
  const boundary = `xs2a-${crypto.randomUUID()}`;
  const written = parts.map(
    ({ dataset, value }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${dataset.part}"\r\nContent-Type: ${dataset.type}\r\n\r\n${value}\r\n`,
  );
  return { type: `${type}; boundary=${boundary}`, text: `${written.join('')}--${boundary}--\r\n` };
}

async function send() {
  const button = form.querySelector('[data-send]');
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  part('status').textContent = 'Sending the request';
  const request = requestOf();
  const began = performance.now();
  try {
    const response = await fetch(request.url, { ...request, cache: 'no-store', redirect: 'manual' });
    show(request, response, await response.text(), Math.round(performance.now() - began));
  } catch (error) {
    fail(request, error);
  } finally {
    button.ariaBusy = 'false';
  }
}

function show(request, response, text, tookMs) {
  const answer = parsed(text);
  part('status').textContent = `${response.status} ${response.statusText} in ${tookMs} ms`;
  part('answer').textContent = answer === undefined ? text || 'No body.' : JSON.stringify(answer, null, 2);
  part('headers').textContent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  part('curl').textContent = curlOf(request);
  part('doors').replaceChildren(...doorsOf(answer));
  result.classList.toggle('is-refused', !response.ok);
  if (response.ok) keep(answer ?? {});
  reveal();
}

function fail(request, error) {
  part('status').textContent = 'No answer';
  part('answer').textContent = String(error);
  part('headers').textContent = '';
  part('curl').textContent = curlOf(request);
  part('doors').replaceChildren();
  result.classList.add('is-refused');
  reveal();
}

function reveal() {
  result.hidden = false;
  result.focus();
  result.scrollIntoView({ block: 'nearest' });
}

const part = (name) => result.querySelector(`[data-${name}]`);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ids are kept by the resource they belong to, with the product that is part of its address. */
function keep(answer) {
  const names = JSON.parse(form.dataset.kept);
  const accounts = answer.accounts ?? answer.cardAccounts;
  const booked = answer.transactions?.booked ?? answer.cardTransactions?.booked;
  const ids = {
    ...answer,
    accountId: accounts?.[0]?.resourceId,
    authorisationId: answer.authorisationId ?? answer.authorisationIds?.at(-1) ?? idIn(answer._links?.scaStatus?.href),
    transactionId: booked?.[0]?.resourceId,
  };
  for (const [name, key] of Object.entries(names)) if (typeof ids[name] === 'string') kept.write(key, ids[name]);
  for (const field of form.querySelectorAll('[data-carried]'))
    if (field.value !== '') kept.write(field.dataset.carried, field.value.trim());
  const psuId = form.querySelector('[name="PSU-ID"]')?.value;
  if (psuId) kept.write('PSU-ID', psuId.trim());
  if (typeof answer.paymentId === 'string' && form.dataset.path.startsWith('/v1/payments/')) {
    kept.write(RECENT, [...(kept.read(RECENT) ?? []), answer.paymentId].slice(-BASKET_MAX));
  }
}

const idIn = (href) => href?.split('/').at(-1);

/** Where the PSU goes on: its page, or the messages of the sandbox that have its code. */
function doorsOf(answer) {
  const psuId = form.querySelector('[name="PSU-ID"]')?.value || kept.read('PSU-ID');
  const hasCode = answer?.scaStatus === 'scaMethodSelected' && psuId !== null;
  return [
    doorTo(answer?._links?.scaRedirect?.href, 'Open the page of the PSU'),
    doorTo(
      hasCode ? `${form.dataset.portal}/sandbox/inbox/${encodeURIComponent(psuId)}` : undefined,
      'Read the code of the PSU',
    ),
  ].filter((door) => door !== undefined);
}

function doorTo(href, text) {
  if (typeof href !== 'string' || !/^https?:/.test(href)) return undefined;
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = text;
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function curlOf({ method, url, headers, body: sent }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(sent === undefined ? [] : [`--data-binary ${quoted(sent)}`]),
  ].join(' \\\n  ');
}
