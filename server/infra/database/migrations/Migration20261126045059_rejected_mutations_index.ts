import { Migration } from '@mikro-orm/migrations';

export class Migration20261126045059_rejected_mutations_index extends Migration {

  override name = 'Migration20261126045059_rejected_mutations_index';

  override up(): void | Promise<void> {
    this.addSql(`create index "mutation_ledger_rejected_index" on "mutation_ledger" ("created_at") where (outcome ->> 'kind'::text) <> 'cancelled'::text;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "mutation_ledger_rejected_index";`);
  }
}
