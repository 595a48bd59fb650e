// The one script of these pages: it has the browser ask a passkey for what the page shows, and sends the answer with the
// page's own form. It loads nothing, keeps nothing and decides nothing; without it every other way stays open.
const form = document.querySelector('form[data-passkey]');
const start = form.querySelector('[data-start]');
const failed = form.querySelector('[data-failed]');

/** Base64url, as the order has it, to bytes. */
function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(buffer) {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function credentialsOf(handles) {
  return handles.map(({ id, transports }) => ({
    type: 'public-key',
    id: bytesOf(id),
    ...(transports ? { transports } : {}),
  }));
}

/** Asks a passkey of the PSU to sign the challenge of exactly this request. */
async function approve({ challenge, rpId, credentials, timeoutMs }) {
  const { id, response } = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId,
      allowCredentials: credentialsOf(credentials),
      userVerification: 'required',
      timeout: timeoutMs,
    },
  });
  return {
    id,
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

/** Has an authenticator of the PSU make a passkey. */
async function make(order) {
  const { id, response } = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(order.challenge),
      rp: { id: order.rpId, name: order.rpName },
      user: { id: bytesOf(order.userHandle), name: order.userName, displayName: order.userName },
      pubKeyCredParams: order.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: credentialsOf(order.present),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
      timeout: order.timeoutMs,
    },
  });
  return {
    id,
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    ...(response.getTransports ? { transports: response.getTransports() } : {}),
  };
}

const ask = { approve, make }[form.dataset.passkey];

async function send() {
  failed.hidden = true;
  start.disabled = true;
  try {
    form.elements.answer.value = JSON.stringify(await ask(JSON.parse(form.dataset.order)));
    form.submit();
  } catch {
    // Cancelled, too late, or no such passkey on this device: nothing was sent, and the PSU may try again.
    failed.hidden = false;
    start.disabled = false;
    start.focus();
  }
}

if (window.PublicKeyCredential) {
  form.querySelector('[data-needs-script]').hidden = true;
  start.disabled = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}
