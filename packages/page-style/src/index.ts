export * from './brand-marks.ts';
export * from './page-style.ts';
