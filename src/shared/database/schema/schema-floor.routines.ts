import { OUTDATED_STATE } from '../driver/postgres-errors.js';
import { FLOOR_TABLE } from '../driver/schema-floor.js';

export const schemaFloorRoutines = [
  `create or replace function assert_built_for(latest bigint) returns void language plpgsql stable as $$
   begin
     if (select number from ${FLOOR_TABLE}) > latest then
       raise exception 'this process is outdated' using errcode = '${OUTDATED_STATE}';
     end if;
   end $$`,
];
