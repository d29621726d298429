import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { PersonalTable } from '../database/records/personal-table.js';
import { EraseLateMentionsHandler } from './erase-late-mentions.handler.js';
import { EraseMentionsHandler } from './erase-mentions.handler.js';
import { FillPersonIndexHandler } from './fill-person-index.handler.js';
import { LateMentions } from './late-mentions.js';
import { Mentions } from './mentions.js';
import { PersonIndex } from './person-index.js';
import { PersonalTables } from './personal-tables.js';

@Global()
@Module({})
export class PersonalDataModule {
  static with(tables: readonly PersonalTable[]): DynamicModule {
    const catalog = { provide: PersonalTables, useValue: new PersonalTables(tables) };
    return {
      module: PersonalDataModule,
      providers: [
        ...[catalog, PersonIndex, Mentions, LateMentions],
        ...[FillPersonIndexHandler, EraseMentionsHandler, EraseLateMentionsHandler],
      ],
      exports: [PersonalTables, Mentions],
    };
  }
}
