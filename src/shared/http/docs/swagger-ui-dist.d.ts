declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder that contains the files of Swagger UI. */
  export default function getAbsoluteFSPath(): string;
}
