print("coster")
