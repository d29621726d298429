import { FoyerError, type AssetType } from '@foyer/client';
import { fileFromPath } from '@foyer/client/node';
import type { FieldProblem } from '../../parts/form-state.js';
import { FILES_FIELD, MOST_FILES } from '../../uploads/file-form.js';
import type { SentFile } from '../../uploads/sent-form.js';
import { words } from '../../words/english.js';
import { textIn, type Visit } from '../kit/screen.js';
import { idempotencyKeyIn } from '../kit/submit-form.js';

/** A large file takes longer than any other call. */
const TIMEOUT_MS = 300_000;
const LONGEST_NAME = 255;

export interface Uploaded {
  /** How many files are stored. */
  count: number;
  problems: FieldProblem[];
  status: number;
}

/** Uploads file by file. Those that the API refuses keep none of the others back. */
export async function uploadFiles({
  api,
  form,
  files,
  hasMoreFiles,
  maxFileBytes,
}: Visit): Promise<Uploaded> {
  const uploaded: Uploaded = { count: 0, problems: [], status: 200 };
  const refuse = (message: string, status: number) => {
    uploaded.problems.push({ field: FILES_FIELD, message });
    uploaded.status = status;
  };
  const { assets } = words.library;
  const idempotencyKey = idempotencyKeyIn(form);
  let at = 0;
  for await (const file of files) {
    at += 1;
    if (file.isTooLarge) {
      refuse(assets.tooLarge(file.name, maxFileBytes), 413);
      continue;
    }
    try {
      await api.assets.create(
        { file: await fileFromPath(file.path), type: textIn(form, 'type') as AssetType, name: nameOf(file) },
        { idempotencyKey: `${idempotencyKey}-${at}`, timeoutMs: TIMEOUT_MS },
      );
      uploaded.count += 1;
    } catch (error) {
      const { status = 500, detail } = error instanceof FoyerError ? error : {};
      if (detail === undefined || status >= 500 || status === 401) throw error;
      refuse(`${file.name}: ${detail}`, status);
    }
  }
  if (hasMoreFiles()) refuse(assets.tooMany(MOST_FILES), 413);
  if (at === 0) refuse(assets.noFiles, 400);
  return uploaded;
}

/** Without its ending: the content decides what the file is, and a download gets the right one. */
function nameOf({ name }: SentFile): string {
  return (name.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, '').trim() || name).slice(0, LONGEST_NAME);
}
