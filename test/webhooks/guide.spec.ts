import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deliveryLifecycle } from '../../src/modules/webhooks/delivery.lifecycle.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';

const guide = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');

it('draws the lifecycle as it is, and names a subscription that is there', () => {
  const drawn = [...guide.matchAll(/```mermaid\n([^]*?)\n```/g)].map(([, diagram]) => diagram);
  expect(drawn).toEqual([deliveryLifecycle.diagram()]);
  expect(guide).toContain(`/webhook_subscriptions/${exampleId('webhook', 2)}\n`);
});
