import { PreparedWrite } from '../../shared/database/records/prepared-writes.js';

/** Maximum number of different questions stored per page. */
const MAX_QUESTIONS = 10_000;

/** Counts a question, and stores its latest wording and whether it was answered that time. */
export const countQuestion = new PreparedWrite(
  'asked_question.count',
  `insert into asked_question
     (tenant_id, id, page_id, grouped_by, question, asked_count, is_answered, first_asked_at, last_asked_at)
   select $1, $2, $3, $4, $5, 1, $6, $7, $7
   where exists (select from asked_question where tenant_id = $1 and page_id = $3 and grouped_by = $4)
     or (select count(*) from (
          select from asked_question where tenant_id = $1 and page_id = $3 limit ${MAX_QUESTIONS}
        ) kept) < ${MAX_QUESTIONS}
   on conflict (tenant_id, page_id, grouped_by) do update
     set question = excluded.question, asked_count = asked_question.asked_count + 1,
       is_answered = excluded.is_answered, last_asked_at = greatest(asked_question.last_asked_at, excluded.last_asked_at)`,
);
