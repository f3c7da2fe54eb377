import { Migration } from '@mikro-orm/migrations';

export class Migration20261126185409_one_charge_per_order extends Migration {

  override name = 'Migration20261126185409_one_charge_per_order';

  override up(): void | Promise<void> {
    this.addSql(`drop index "charge_order_index";`);
    this.addSql(`alter table "charge" add constraint "charge_order_id_unique" unique ("order_id");`);

    this.addSql(`create index "notification_event_user_id_object_id_index" on "notification_event" ("user_id", "object_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "charge" drop constraint "charge_order_id_unique";`);
    this.addSql(`create index "charge_order_index" on "charge" ("order_id") where order_id IS NOT NULL;`);

    this.addSql(`drop index "notification_event_user_id_object_id_index";`);
  }

}
