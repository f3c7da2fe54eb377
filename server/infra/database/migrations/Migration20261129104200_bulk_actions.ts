import { Migration } from '@mikro-orm/migrations';

export class Migration20261129104200_bulk_actions extends Migration {

  override name = 'Migration20261129104200_bulk_actions';

  override up(): void | Promise<void> {
    this.addSql(`alter table "bulk" drop constraint "bulk_action_check";`);
    this.addSql(`create index "bulk_actor_id_created_at_index" on "bulk" ("actor_id", "created_at");`);
    this.addSql(`alter table "bulk" add constraint "bulk_action_check" check ("action" in ('none', 'warn', 'hide', 'suspend'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "bulk_actor_id_created_at_index";`);
    this.addSql(`alter table "bulk" drop constraint "bulk_action_check";`);
    this.addSql(`alter table "bulk" add constraint "bulk_action_check" check ("action" in ('none', 'hide'));`);
  }

}
