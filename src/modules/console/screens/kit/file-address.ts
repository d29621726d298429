/** Where the console passes on files of the API. */
export const FILES_PATH = '/library/files';

/** The address of a file at the console. The token at the end of its URL is all that opens it. */
export function fileAddress(url: string): string {
  return `${FILES_PATH}/${url.slice(url.lastIndexOf('/') + 1)}`;
}
