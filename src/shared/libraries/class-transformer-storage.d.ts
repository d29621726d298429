/** Where class-transformer stores the metadata of its decorators. The package's types do not declare it. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
