// Starts Swagger UI. Requests go to this gateway only, each with a new X-Request-ID.
const ID = 'X-Request-ID';
const FILLED_IN = 'If empty, a new UUID is filled in for each request.';

/** Swagger UI does not send a request without its mandatory parameters. X-Request-ID is filled in on sending, so it becomes optional. */
function withOptionalRequestId(document) {
  for (const parameter of Object.values(document.components.parameters)) {
    if (parameter.name !== ID) continue;
    parameter.required = false;
    parameter.description = `${parameter.description} ${FILLED_IN}`;
    delete parameter.example;
  }
  // The page cannot choose a client certificate: the browser does.
  delete document.components.securitySchemes.clientCertificate;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    if (Array.isArray(operation.security))
      operation.security = operation.security.filter((requirement) => 'sandboxTpp' in requirement);
  }
  return document;
}

function withRequestId(request) {
  const named = Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === ID.toLowerCase());
  if (!named) request.headers = { ...request.headers, [ID]: crypto.randomUUID() };
  return request;
}

/** The path of an operation is the name of its button, so it must not be a link inside the button. Server list and title are on the page already. */
const replacedComponents = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => (link) => React.createElement('span', null, link.text),
    ServersContainer: () => () => null,
    InfoContainer: () => () => null,
  },
});

/** Accessible names for the fields that Swagger UI leaves without one, by selector. */
/** @type {[string, (field: Element) => string][]} */
const NAMES = [
  ['tr[data-param-name] :is(select, input, textarea)', (field) => field.closest('tr').dataset.paramName],
  ['.body-param__text', () => 'Body of the request'],
  ['.body-param-content-type select, .content-type', () => 'Media type'],
  ['.examples-select-element', () => 'Example'],
  ['.operation-filter-input', () => 'Filter by chapter'],
  ['.auth-container input', () => 'X-Sandbox-TPP'],
];

function nameFields() {
  // Scrollable blocks must be reachable by keyboard.
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
  spec: withOptionalRequestId(await answer.json()),
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: false,
  validatorUrl: null,
  requestInterceptor: withRequestId,
  plugins: [replacedComponents],
});
