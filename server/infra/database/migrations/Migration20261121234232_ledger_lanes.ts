import { Migration } from '@mikro-orm/migrations'

export class Migration20261121234232_ledger_lanes extends Migration {
  override name = 'Migration20261121234232_ledger_lanes'

  override up(): void | Promise<void> {
    this.addSql(`alter table "mutation_ledger" add "lane" varchar(100) null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "mutation_ledger" drop column "lane";`)
  }
}
