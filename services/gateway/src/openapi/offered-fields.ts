import type { AspspProfile } from '@xs2a/contracts';
import { type Document, type Json, operationsOf, removeFields, withoutHeaders } from './offered-document.ts';

type Rule = (document: Document, profile: AspspProfile) => void;

/** Consent models with their own field of `access`, which has the same name. */
const MODELS_WITH_FIELD = ['allPsd2', 'availableAccounts', 'availableAccountsWithBalance'] as const;
const PARAMETERS = '#/components/parameters/';
const NOTIFICATION_HEADERS = ['TPP-Notification-URI', 'TPP-Notification-Content-Preferred'];

/** Removes fields and headers without effect at this bank, and makes Consent-ID optional where a token identifies the consent. */
export const offeredFields: readonly Rule[] = [
  ({ components: { schemas } }, { consentModels }) => {
    const none = MODELS_WITH_FIELD.filter((model) => !consentModels.includes(model));
    withoutProperties(schemas['AccountAccess'], none);
  },
  (document, { ownerNames, trustedBeneficiaries }) => {
    const { schemas } = document.components;
    const wishes = [
      ...(ownerNames === 'consented' ? [] : ['ownerName']),
      ...(trustedBeneficiaries ? [] : ['trustedBeneficiaries']),
    ];
    for (const name of ['AccountAccess', 'GrantedAccess']) {
      const { properties } = (schemas[name] ?? {}) as { properties?: Json };
      if (wishes.length === 2) withoutProperties(schemas[name], ['additionalInformation']);
      else withoutProperties(properties?.['additionalInformation'], wishes);
    }
    if (!trustedBeneficiaries) {
      withoutProperties(schemas['AccountLinks'], ['trustedBeneficiaries']);
      removeFields(document, (_, name) => name === 'trustedBeneficiaryFlag');
    }
    if (ownerNames !== 'never') return;
    const owned = [schemas['Account'], schemas['CardAccount']].map((one) => (one as { properties?: Json }).properties);
    removeFields(document, (holder, name) => name === 'ownerName' && owned.includes(holder as Json));
  },
  ({ components: { schemas } }, { signingBaskets: { services, consents } }) => {
    const none = [...(services.length > 0 ? [] : ['paymentIds']), ...(consents ? [] : ['consentIds'])];
    withoutProperties(schemas['SigningBasket'], none);
  },
  (document, { notifications }) => {
    if (notifications.contents.length === 0) withoutHeaders(document, NOTIFICATION_HEADERS);
  },
  // Without sessions no consent opens one, and no payment belongs to one (decision 80).
  (document, { combinedService }) => {
    if (combinedService) return;
    withoutHeaders(document, ['Consent-ID'], (key) => key === 'initiatePayment');
    removeFields(document, (_, name) => name === 'combinedServiceIndicator');
  },
  // The token identifies its consent.
  (document, { oauth: { integrated } }) => {
    if (!integrated) return;
    document.components.parameters['Consent-ID'] ??= {
      ...document.components.parameters['Consent-ID-required'],
      required: false,
    };
    for (const { parameters = [] } of operationsOf(document)) {
      for (const [index, one] of parameters.entries()) {
        if ('$ref' in one && one.$ref === `${PARAMETERS}Consent-ID-required`)
          parameters[index] = { $ref: `${PARAMETERS}Consent-ID` };
      }
    }
  },
];

function withoutProperties(schema: unknown, names: readonly string[]): void {
  const { properties = {}, required } = (schema ?? {}) as { properties?: Json; required?: string[] };
  for (const name of names) delete properties[name];
  if (required !== undefined) (schema as Json)['required'] = required.filter((name) => !names.includes(name));
}
