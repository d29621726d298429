import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deliveryLifecycle } from '../../src/modules/webhooks/deliveries/delivery.lifecycle.js';

const guide = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');

it('draws the lifecycle as it is', () => {
  const drawn = [...guide.matchAll(/```mermaid\n([^]*?)\n```/g)].map(([, diagram]) => diagram);
  expect(drawn).toEqual([deliveryLifecycle.diagram()]);
});
