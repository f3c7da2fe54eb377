import { Migration } from '@mikro-orm/migrations';

export class Migration20261129062214_desk_search extends Migration {

  override name = 'Migration20261129062214_desk_search';

  override up(): void | Promise<void> {
    this.addSql(`create index "user_created_index" on "user" ("created_at", "id");`);
    this.addSql(`create index "user_closed_index" on "user" ("created_at", "id") where status <> 'active';`);
    this.addSql(`create index "user_email_begins_index" on "user" ("email" text_pattern_ops);`);
    this.addSql(`create index "user_username_begins_index" on "user" ("username" text_pattern_ops);`);
    this.addSql(`create index "user_name_begins_index" on "user" (lower("name") text_pattern_ops);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "user_created_index";`);
    this.addSql(`drop index "user_closed_index";`);
    this.addSql(`drop index "user_email_begins_index";`);
    this.addSql(`drop index "user_username_begins_index";`);
    this.addSql(`drop index "user_name_begins_index";`);
  }

}
