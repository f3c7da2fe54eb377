import { Migration } from '@mikro-orm/migrations';

export class Migration20261126181521_push_timeouts extends Migration {

  override name = 'Migration20261126181521_push_timeouts';

  override up(): void | Promise<void> {
    this.addSql(`alter table "push_subscription" add "timeouts" int not null default 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "push_subscription" drop column "timeouts";`);
  }

}
