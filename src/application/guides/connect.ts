import type { GuideStep } from '../../shared/http/docs/pages/guide-steps.js';

/** The first step of each guide. */
export const connect: GuideStep = {
  title: 'Connect',
  texts: [
    'Start the service with `npm start`, and go on in another terminal in the same folder. The first start stores a key in `.data/api-key`. If you use another address or your own key, change the first lines.',
    'In the shell, `foyer` calls the API with your key, and `pick` prints an answer and extracts the first id of a given kind. The client makes an `Idempotency-Key` for each POST, and retries by itself.',
    'To use TypeScript, save all blocks of this guide as `guide.ts` in the folder of the service, and run `npx node guide.ts`.',
  ],
  sh: `
API=http://127.0.0.1:3000
KEY=$(cat .data/api-key)
foyer() { curl -s -H "x-api-key: $KEY" -H 'content-type: application/json' "$@" && echo; }
pick() {
  read -r ANSWER; printf '%s\\n' "$ANSWER" >&2
  printf '%s\\n' "$ANSWER" | grep -o "$1_[a-z0-9]*" | head -n 1
}`,
  ts: `
import { readFileSync } from 'node:fs';
import { Foyer } from '@foyer/client';

const url = process.env.API ?? 'http://127.0.0.1:3000';
const key = readFileSync('.data/api-key', 'utf8').trim();
const foyer = new Foyer({ url, key });`,
};
