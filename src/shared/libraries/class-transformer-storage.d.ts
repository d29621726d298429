/** Where class-transformer keeps what its decorators say. It has no entry of its own in the package's types. */
declare module 'class-transformer/cjs/storage.js' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage.js';
}
