import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js';
import { internalsOf } from '../../../test/support/library-internals.js';

const part = internalsOf('swagger-ui-dist', '5.33.0', 'src/shared/http/docs/browser/');

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

part('the document is read by the action `parseToJson`', () => /\.parseToJson\(\.\.\.\w\)/.test(bundle));

part('the responses of an operation are shown by the component `responses`', () =>
  /\w\("responses",!0\)/.test(bundle),
);

part('the path of an operation is shown by the component `DeepLink`', () => /\w\("DeepLink"\)/.test(bundle));

part('a group is opened and scrolled to by the action `parseDeepLinkHash`', () =>
  /\.parseDeepLinkHash\(\w\)/.test(bundle),
);

part('a layout finds the components that ours has', () =>
  ['operations', 'Models', 'Webhooks', 'AuthorizeBtnContainer', 'errors'].every((name) =>
    bundle.includes(`("${name}",!0)`),
  ),
);

part('dark mode follows the class `dark-mode`', () =>
  readFileSync(join(swaggerUiFolder(), 'swagger-ui.css'), 'utf8').includes('html.dark-mode .swagger-ui'),
);
