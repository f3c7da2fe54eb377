import { Migration } from '@mikro-orm/migrations';

export class Migration20261129110400_key_rings extends Migration {

  override name = 'Migration20261129110400_key_rings';

  override up(): void | Promise<void> {
    this.addSql(`alter table "key_use" add "retired_at" timestamptz null;`);

    this.addSql(`alter table "push_subscription" add "key_id" varchar(8) null;`);

    this.addSql(`alter table "session" add "key_id" varchar(8) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "key_use" drop column "retired_at";`);

    this.addSql(`alter table "push_subscription" drop column "key_id";`);

    this.addSql(`alter table "session" drop column "key_id";`);
  }

}
