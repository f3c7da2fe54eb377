import { Migration } from '@mikro-orm/migrations';

export class Migration20261126124022_entitlement_index extends Migration {

  override name = 'Migration20261126124022_entitlement_index';

  override up(): void | Promise<void> {
    this.addSql(`drop index "entitlement_message_index";`);
    this.addSql(`create index "entitlement_object_id_index" on "entitlement" ("object_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "entitlement_object_id_index";`);
    this.addSql(`create index "entitlement_message_index" on "entitlement" ("object_id") where object_type = 'message';`);
  }
}
