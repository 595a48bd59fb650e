declare module 'textlint-rule-prh';
