/** Nest token under which classes of a service get the result of its `createContext`. */
export const CONTEXT = Symbol('CONTEXT');
