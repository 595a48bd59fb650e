export { type ImportResult, importLists, type ListFile, type ListImport } from './import/import-lists.ts';
export { Manifest } from './import/manifest.ts';
export { sha256Of } from './import/write-anchors.ts';
export { listLocations } from './list/list-locations.ts';
export {
  type ListOptions,
  type PointerOptions,
  type ServiceOptions,
  type SignatureOptions,
  type StatusOptions,
  signList,
  writeList,
} from './test-lists/write-list.ts';
