import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js';
import { internalsOf } from '../../../test/support/library-internals.js';

const part = internalsOf('swagger-ui-dist', '5.33.0', 'src/shared/http/docs/swagger-ui-init.ts');

const bundle = readFileSync(join(swaggerUiFolder(), 'swagger-ui-bundle.js'), 'utf8');

// The bundle runs in browsers only, so the test searches its text for what our plugins replace or call.

part('lists of operations are filtered by `fn.opsFilter`', () => /\.opsFilter\(\w+,\w+\)/.test(bundle));

part('webhooks are shown by the component `Webhooks`', () => /\w\("Webhooks",!0\)/.test(bundle));

part('fields of texts and files are shown by the component `JsonSchema_string`', () =>
  /\("JsonSchema_string"\)/.test(bundle),
);

part('a field for a file is told by `fn.isFileUploadIntended`', () =>
  /\w\.isFileUploadIntended\(\w+\)/.test(bundle),
);

part('a part of the document is read by `fn.resolveSubtree`', () => /fn:\{resolveSubtree:/.test(bundle));
