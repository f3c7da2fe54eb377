import { Migration } from '@mikro-orm/migrations';

export class Migration20261127170340_notices_of_a_thing extends Migration {

  override name = 'Migration20261127170340_notices_of_a_thing';

  override up(): void | Promise<void> {
    this.addSql(`create index "notification_object_id_kind_index" on "notification" ("object_id", "kind");`);

    this.addSql(`create index "notification_event_object_id_kind_index" on "notification_event" ("object_id", "kind");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "notification_object_id_kind_index";`);

    this.addSql(`drop index "notification_event_object_id_kind_index";`);
  }

}
