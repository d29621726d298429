const MIB = 1024 * 1024;

/** The memory that each cache may take in a process. */
export const MAX_CACHED_BYTES = {
  /** Pages and previews. */
  pages: 64 * MIB,
  files: 32 * MIB,
  /** Several hundred. */
  linkPictures: 32 * MIB,
  sitemaps: 16 * MIB,
  /** Of addresses. */
  spellings: 4 * MIB,
};
