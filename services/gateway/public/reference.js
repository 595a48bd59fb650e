// The reader of the interface. Requests go to this gateway alone, each with an X-Request-ID of its own.
const ID = 'X-Request-ID';
const FILLED_IN = 'Left empty: a new UUID is filled in with each request.';

/** The reader refuses to send without what is mandatory; this one is filled in when it sends. */
function withoutDemandForId(document) {
  for (const parameter of Object.values(document.components.parameters)) {
    if (parameter.name !== ID) continue;
    parameter.required = false;
    parameter.description = `${parameter.description} ${FILLED_IN}`;
    delete parameter.example;
  }
  // A try-it from this page has no client certificate to choose; the browser presents its own.
  delete document.components.securitySchemes.clientCertificate;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    if (Array.isArray(operation.security)) operation.security = operation.security.filter((way) => 'sandboxTpp' in way);
  }
  return document;
}

function withId(request) {
  const named = Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === ID.toLowerCase());
  if (!named) request.headers = { ...request.headers, [ID]: crypto.randomUUID() };
  return request;
}

/** The address of an operation is the button's name, not a second link within the button. */
const plainParts = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => (link) => React.createElement('span', null, link.text),
    ServersContainer: () => () => null,
    InfoContainer: () => () => null,
  },
});

/** What the reader draws without a name for those who listen, by where it stands. */
const NAMES = [
  ['tr[data-param-name] :is(select, input, textarea)', (field) => field.closest('tr').dataset.paramName],
  ['.body-param__text', () => 'Body of the request'],
  ['.body-param-content-type select, .content-type', () => 'Media type'],
  ['.examples-select-element', () => 'Example'],
  ['.operation-filter-input', () => 'Filter by chapter'],
  ['.auth-container input', () => 'X-Sandbox-TPP'],
];

function nameFields() {
  // What scrolls is reached by the keyboard.
  for (const block of document.querySelectorAll('#reference pre:not([tabindex])')) block.tabIndex = 0;
  for (const [selector, nameOf] of NAMES) {
    for (const field of document.querySelectorAll(`#reference :is(${selector}):not([aria-label])`)) {
      field.setAttribute('aria-label', nameOf(field));
    }
  }
}
new MutationObserver(nameFields).observe(document.getElementById('reference'), { childList: true, subtree: true });

const answer = await fetch('/openapi.json');
window.SwaggerUIBundle({
  spec: withoutDemandForId(await answer.json()),
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: false,
  validatorUrl: null,
  requestInterceptor: withId,
  plugins: [plainParts],
});
