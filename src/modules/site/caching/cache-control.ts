/** How long browsers and proxies may cache the answers of the site. */
export const CACHE_CONTROL = {
  /** Pages and their files: may be stored, and are revalidated each time. */
  page: 'public, max-age=0, must-revalidate',
  /** Previews, answers, thank-you pages and returned forms: HTML for one reader. */
  private: 'private, no-store',
  /** A short time, because pages of a newer build may need a newer tracker. */
  tracker: 'public, max-age=300',
  /** Link pictures: their URLs change with what they show, except that a logo can fail to be drawn. */
  linkPicture: 'public, max-age=31536000, immutable',
  /** Fonts: their names have the hashes of their contents. */
  font: 'public, max-age=31536000, immutable',
  /** robots.txt, the sitemap, and whether a domain is served. */
  text: 'public, max-age=60',
  /** JSON and empty responses to forms, questions and visit events. */
  received: 'no-store',
  /** A failure may be over the next time. */
  failure: 'no-cache',
} as const;
