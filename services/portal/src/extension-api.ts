// Dependencies for the pages of an extension.
export type { PortalContext } from './context.ts';
export type { PortalExtension } from './extension.ts';
export { ASSETS } from './http/create-application.ts';
export { formatInstant, keepTogether } from './rendering/formats.ts';
export { WORDS } from './rendering/languages.ts';
export type { Notice } from './rendering/pages.ts';
export { renderTemplate, templatesIn } from './rendering/render-page.ts';
export type { Visitor } from './rendering/visitor.ts';
export { portalService } from './service.ts';
export { readCookie, visitCookie } from './visits/cookies.ts';
export { formToken } from './visits/form-token.ts';
export { issueFormToken } from './visits/issue-form-token.ts';
export { openVisit, type Visit } from './visits/open-visit.ts';
export { PageError } from './visits/page-error.ts';
export { isReference, withQuery } from './visits/paths.ts';
export { receiveVisitor } from './visits/receive-visitor.ts';
export { allowOwnScript } from './visits/send-page.ts';
